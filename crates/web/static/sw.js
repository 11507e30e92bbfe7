// Keeps the client's own files, so that it opens from the home screen without a network. Tables are never kept here:
// what is true about them only the server knows.
const SHELL = ["/", "/boot.js", "/style.css", "/ferrata.js", "/ferrata_bg.wasm", "/worker.js", "/manifest.webmanifest", "/icon.svg"];
// The names carry hashes: another build, another cache.
const CACHE = SHELL.join(" ");

addEventListener("install", (event) => {
  // Questions to the server need nothing of this: where the browser knows how, they go there without waiting for it.
  event.addRoutes?.({ condition: { urlPattern: "/api/*" }, source: "network" })?.catch(() => {});
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(SHELL)).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  const forget = async () => {
    const old = (await caches.keys()).filter((name) => name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await clients.claim();
  };
  event.waitUntil(forget());
});

// What the server tells by the browser's push service. What is about the same table takes the place of what is shown of it.
addEventListener("push", (event) => {
  const { title, body, link, tag } = event.data?.json() ?? {};
  const show = registration.showNotification(title ?? "Ferrata", { body, tag, data: { link }, icon: "/icon-192.png" });
  const badge = navigator.setAppBadge?.().catch(() => {});
  event.waitUntil(Promise.all([show, badge]));
});

// Leads to the table: in a window that shows it already, else in another one.
addEventListener("notificationclick", (event) => {
  event.notification.close();
  const link = event.notification.data?.link ?? "/";
  const open = async () => {
    await navigator.clearAppBadge?.().catch(() => {});
    // Wherever the server believes it is found: this browser knows where it found it.
    const { pathname, search } = new URL(link, location.origin);
    const windows = await clients.matchAll({ type: "window" });
    const there = windows.find((window) => new URL(window.url).pathname === pathname);
    return there ? there.focus() : clients.openWindow(pathname + search);
  };
  event.waitUntil(open());
});

addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== location.origin) return;
  if (event.request.mode === "navigate") {
    // Every page is the same file. The network first: a new build must show at once.
    event.respondWith(fetch(event.request).catch(() => caches.match("/")));
  } else if (SHELL.includes(pathname)) {
    const hashed = /[0-9a-f]{16}/.test(pathname);
    const kept = () => caches.match(pathname);
    const fresh = () => fetch(event.request);
    event.respondWith(hashed ? kept().then((file) => file ?? fresh()) : fresh().catch(kept));
  }
});
