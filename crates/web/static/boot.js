// Starts the client. A file of its own, as the server's policy allows no script inside the page.
import init from "/ferrata.js";

// What a table is made of is asked for while the code is still on its way: who asks, the table, its log. The code takes each
// answer from here once; whoever asks again asks the server. A browser without a name gets one first, as the code would do it.
const said = async (answer) => (answer.ok ? answer.clone().json() : {});
const who = async () => {
  const answer = await fetch("/api/me");
  const { local, known } = await said(answer);
  return local && !known ? fetch("/api/guest", { method: "POST", headers: { "content-type": "application/json" }, body: "null" }) : answer;
};
const early = new Map();
const table = location.pathname.match(/^\/table\/([^/]+)$/)?.[1];
if (table) {
  const path = `/api/tables/${table}`;
  const [me, log] = [who(), `${path}/log?after=0&limit=2000`];
  const info = me.then(() => fetch(path));
  const records = info.then(said).then(({ status = "open" }) => (status === "open" ? undefined : fetch(log)));
  early.set("/api/me", me).set(path, info).set(log, records);
  // What fails is asked again by the code, which tells it.
  records.catch(() => {});
}
globalThis.ferrataEarly = (path) => {
  const answer = early.get(path);
  early.delete(path);
  return answer;
};

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

// With it the page opens from the home screen without a network. It reads every file again: not before the page is there.
if ("serviceWorker" in navigator) {
  const register = () => navigator.serviceWorker.register("/sw.js").catch((error) => console.warn(`no service worker: ${error}`));
  addEventListener("load", () => setTimeout(register, 2000));
}
