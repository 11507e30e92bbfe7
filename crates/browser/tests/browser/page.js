// Finds what people perceive: things of a role with an accessible name, in a part of the page that has a name.
const [kind, pattern, within] = arguments;
const KINDS = {
  button: "button, summary, [role=button]",
  link: "a[href]",
  field: "input, select, textarea",
  heading: "h1, h2, h3",
  region: "section, aside, nav, main, header, [role=region], [role=group], [role=alert], fieldset",
};
const tidy = (text) => text.replace(/\s+/g, " ").trim();
const without = (element, selector) => {
  const copy = element.cloneNode(true);
  copy.querySelectorAll(selector).forEach((part) => part.remove());
  return copy.textContent;
};
const labelText = (label) => without(label, "input, select, textarea, button, .refused, [role=status], [aria-hidden=true]");
const name = (element) => {
  if (element.hasAttribute("aria-labelledby")) {
    const ids = element.getAttribute("aria-labelledby").split(" ");
    return tidy(ids.map((id) => document.getElementById(id)?.textContent ?? "").join(" "));
  }
  if (element.hasAttribute("aria-label")) return tidy(element.getAttribute("aria-label"));
  if (element.labels?.length) return tidy([...element.labels].map(labelText).join(" "));
  if (element.localName === "fieldset") return tidy(element.querySelector("legend")?.textContent ?? "");
  return tidy(without(element, "[aria-hidden=true]") || element.title || "");
};
const seen = (element) => element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;
const wanted = new RegExp(pattern);
const all = (selector, root) => [...root.querySelectorAll(selector)];
const roots = within ? all(KINDS.region, document).filter((part) => seen(part) && new RegExp(within).test(name(part))) : [document];
const found = roots.flatMap((root) => all(KINDS[kind], root)).filter(seen).filter((element) => wanted.test(name(element)));
return found.map((element) => ({ element, name: name(element), enabled: !element.disabled }));
