// Starts the client. A file of its own, as the server's policy allows no script inside the page.
import init from "/ferrata.js";

init().catch((error) => {
  const notice = document.createElement("p");
  notice.setAttribute("role", "alert");
  notice.textContent = `Ferrata could not start: ${error}. Reload the page; an up-to-date browser is needed.`;
  document.body.append(notice);
  throw error;
});

// Asks the browser's push service to let this server in, with the server's key; as text, what the server has to know.
globalThis.ferrataSubscribe = async (key) => {
  if (!("serviceWorker" in navigator) || !("PushManager" in globalThis)) throw new Error("this browser has no push service");
  if ((await Notification.requestPermission()) !== "granted") throw new Error("the browser does not allow notifications here");
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  return JSON.stringify(subscription);
};

// With it the page opens from the home screen without a network.
if ("serviceWorker" in navigator) {
  addEventListener("load", () => {
    navigator.serviceWorker.register("/sw.js").catch((error) => console.warn(`no service worker: ${error}`));
  });
}
