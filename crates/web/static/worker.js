// The same code as in the page, for long computations. What the page says before the code has arrived is kept.
import init from "/ferrata.js";

const early = [];
const keep = (event) => early.push(event.data);
addEventListener("message", keep);
await init();
removeEventListener("message", keep);
for (const data of early) {
  dispatchEvent(new MessageEvent("message", { data }));
}
