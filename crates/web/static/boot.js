// Starts the client. A file of its own, as the server's policy allows no script inside the page.
import init from "/ferrata.js";

init().catch((error) => {
  const notice = document.createElement("p");
  notice.setAttribute("role", "alert");
  notice.textContent = `Ferrata could not start: ${error}. Reload the page; an up-to-date browser is needed.`;
  document.body.append(notice);
  throw error;
});

// With it the page opens from the home screen without a network.
if ("serviceWorker" in navigator) {
  addEventListener("load", () => {
    navigator.serviceWorker.register("/sw.js").catch((error) => console.warn(`no service worker: ${error}`));
  });
}
