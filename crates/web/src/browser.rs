//! The little we need of the browser itself.

use std::cell::Cell;
use wasm_bindgen::{JsCast, JsValue};

/// Panics are bugs: they are told on the console, and the page says so.
pub(crate) fn report_panics() {
    std::panic::set_hook(Box::new(|info| {
        web_sys::console::error_1(&JsValue::from_str(&info.to_string()));
        if let Some(body) = web_sys::window().and_then(|window| window.document()?.body()) {
            let _ = body.set_attribute("data-broken", "");
        }
    }));
}

/// Adds a stylesheet made here; the page's policy forbids style elements.
pub(crate) fn adopt_stylesheet(css: &str) {
    let adopt = || -> Result<(), JsValue> {
        let global = js_sys::global();
        let class: js_sys::Function = js_sys::Reflect::get(&global, &"CSSStyleSheet".into())?.dyn_into()?;
        let sheet = js_sys::Reflect::construct(&class, &js_sys::Array::new())?;
        let replace: js_sys::Function = js_sys::Reflect::get(&sheet, &"replaceSync".into())?.dyn_into()?;
        replace.call1(&sheet, &css.into())?;
        let document = js_sys::Reflect::get(&global, &"document".into())?;
        js_sys::Reflect::set(&document, &"adoptedStyleSheets".into(), &js_sys::Array::of1(&sheet))?;
        Ok(())
    };
    if let Err(error) = adopt() {
        web_sys::console::error_1(&error);
    }
}

/// The answer to a question that the page asked before this code was there; none if it did not, or got no answer.
pub(crate) async fn asked_early(path: &str) -> Option<web_sys::Response> {
    let take: js_sys::Function =
        js_sys::Reflect::get(&js_sys::global(), &"ferrataEarly".into()).ok()?.dyn_into().ok()?;
    let answer: js_sys::Promise = take.call1(&JsValue::UNDEFINED, &path.into()).ok()?.dyn_into().ok()?;
    wasm_bindgen_futures::JsFuture::from(answer).await.ok()?.dyn_into().ok()
}

/// A value this browser keeps.
pub(crate) fn kept(key: &str) -> Option<String> {
    storage()?.get_item(key).ok()?
}

/// An attribute of the first element that a selector finds.
pub(crate) fn attribute(selector: &str, name: &str) -> Option<String> {
    let document = web_sys::window()?.document()?;
    document.query_selector(selector).ok()??.get_attribute(name)
}

/// Whether the element that has been opened or closed is open now.
pub(crate) fn is_open(toggled: &web_sys::Event) -> bool {
    let element = toggled.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    element.is_some_and(|element| element.has_attribute("open"))
}

/// Gives the first element that a selector finds another class.
pub(crate) fn add_class(selector: &str, class: &str) {
    let document = web_sys::window().and_then(|window| window.document());
    let element = document.and_then(|document| document.query_selector(selector).ok().flatten());
    if let Some(element) = element {
        let _ = element.class_list().add_1(class);
    }
}

/// How wide the window is, in pixels.
pub(crate) fn window_width() -> f64 {
    let width = web_sys::window().and_then(|window| window.inner_width().ok()?.as_f64());
    width.unwrap_or_default()
}

/// Whether the window is so small that the table shows one panel at a time, as the style has it.
pub(crate) fn shows_one_panel() -> bool {
    let small = "(max-width: 820px), (max-width: 1000px) and (max-height: 540px)";
    let asked = web_sys::window().and_then(|window| window.match_media(small).ok().flatten());
    asked.is_some_and(|asked| asked.matches())
}

/// Keeps a value in this browser; none forgets it.
pub(crate) fn keep(key: &str, value: Option<&str>) {
    put(storage(), key, value);
}

/// A value this tab keeps until it is closed: through reloads, but not for the next visitor.
pub(crate) fn kept_in_tab(key: &str) -> Option<String> {
    tab_storage()?.get_item(key).ok()?
}

/// Keeps a value in this tab; none forgets it.
pub(crate) fn keep_in_tab(key: &str, value: Option<&str>) {
    put(tab_storage(), key, value);
}

fn put(storage: Option<web_sys::Storage>, key: &str, value: Option<&str>) {
    let Some(storage) = storage else { return };
    let _ = match value {
        Some(value) => storage.set_item(key, value),
        None => storage.remove_item(key),
    };
}

fn storage() -> Option<web_sys::Storage> {
    web_sys::window()?.local_storage().ok()?
}

fn tab_storage() -> Option<web_sys::Storage> {
    web_sys::window()?.session_storage().ok()?
}

/// Whether a selector names anything on the page now.
pub(crate) fn exists(selector: &str) -> bool {
    let document = web_sys::window().and_then(|window| window.document());
    document.is_some_and(|document| document.query_selector(selector).is_ok_and(|found| found.is_some()))
}

/// Goes to the first thing that a selector names.
pub(crate) fn focus(selector: &str) {
    let document = web_sys::window().and_then(|window| window.document());
    let found = document.and_then(|document| document.query_selector(selector).ok().flatten());
    if let Some(found) = found.and_then(|found| found.dyn_into::<web_sys::HtmlElement>().ok()) {
        let _ = found.focus();
    }
}

/// Whoever is in one of these places goes to the first of them: what they are at now is about to leave the page, and with it
/// the focus would be lost.
pub(crate) fn keep_focus(first: &str, places: &str) {
    let document = web_sys::window().and_then(|window| window.document());
    let Some(document) = document else { return };
    let there = document.active_element().and_then(|active| active.closest(places).ok().flatten());
    let found = there.and_then(|_| document.query_selector(first).ok().flatten());
    if let Some(found) = found.and_then(|found| found.dyn_into::<web_sys::HtmlElement>().ok()) {
        let _ = found.focus();
    }
}

/// Brings the first thing that a selector names into sight.
pub(crate) fn reveal(selector: &str) {
    let document = web_sys::window().and_then(|window| window.document());
    let found = document.and_then(|document| document.query_selector(selector).ok().flatten());
    if let Some(found) = found {
        let how = web_sys::ScrollIntoViewOptions::new();
        how.set_block(web_sys::ScrollLogicalPosition::Nearest);
        found.scroll_into_view_with_scroll_into_view_options(&how);
    }
}

/// Scrolls something so that the first thing of a kind in it lies in its middle; tells whether there is one.
pub(crate) fn centre(selector: &str, thing: &str) -> bool {
    let document = web_sys::window().and_then(|window| window.document());
    let Some(outer) = document.and_then(|document| document.query_selector(selector).ok().flatten()) else {
        return false;
    };
    let Some(inner) = outer.query_selector(thing).ok().flatten() else { return false };
    let (frame, place) = (outer.get_bounding_client_rect(), inner.get_bounding_client_rect());
    let below = place.top() + place.height() / 2.0 - frame.top() - frame.height() / 2.0;
    outer.set_scroll_top(outer.scroll_top() + below as i32);
    true
}

/// Two short quiet notes.
pub(crate) fn chime() {
    let play = || -> Result<(), JsValue> {
        let context = web_sys::AudioContext::new()?;
        let (tone, volume) = (context.create_oscillator()?, context.create_gain()?);
        tone.connect_with_audio_node(&volume)?;
        volume.connect_with_audio_node(&context.destination())?;
        let now = context.current_time();
        tone.frequency().set_value_at_time(660.0, now)?;
        tone.frequency().set_value_at_time(880.0, now + 0.12)?;
        volume.gain().set_value_at_time(0.08, now)?;
        volume.gain().linear_ramp_to_value_at_time(0.0, now + 0.3)?;
        tone.start()?;
        tone.stop_with_when(now + 0.3)
    };
    // A browser may forbid sounds until somebody has touched the page: then there is none.
    let _ = play();
}

/// Loads the page anew.
pub(crate) fn reload() {
    if let Some(window) = web_sys::window() {
        let _ = window.location().reload();
    }
}

/// The name of the page, in the window's title.
pub(crate) fn set_title(title: &str) {
    if let Some(document) = web_sys::window().and_then(|window| window.document()) {
        document.set_title(title);
    }
}

/// The address of this site: `http://127.0.0.1:1841`.
pub(crate) fn origin() -> String {
    web_sys::window().and_then(|window| window.location().origin().ok()).unwrap_or_default()
}

/// Shows another address without leaving the page.
pub(crate) fn replace_address(address: &str) {
    let history = web_sys::window().and_then(|window| window.history().ok());
    if let Some(history) = history {
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(address));
    }
}

/// An answer tells the time in whole seconds and comes some moments later: less than this is no difference.
const SAME_TIME: f64 = 3_000.0;

thread_local! {
    /// How far the server's clock is ahead of this browser's, in milliseconds.
    static AHEAD: Cell<f64> = const { Cell::new(0.0) };
}

/// Hears what time it is at the server, as the head of an answer says it.
pub(crate) fn set_time(date: &str) {
    let ahead = js_sys::Date::parse(date) - js_sys::Date::now();
    if (ahead - AHEAD.get()).abs() > SAME_TIME {
        AHEAD.set(ahead);
    }
}

/// What time it is, in milliseconds since 1970, by the server's clock: that one counts, whatever this browser's shows.
pub(crate) fn now() -> i64 {
    (js_sys::Date::now() + AHEAD.get()) as i64
}

/// Copies a text for pasting elsewhere.
pub(crate) fn copy(text: &str) {
    let Some(window) = web_sys::window() else { return };
    // Browsers lend their clipboard only where nobody can listen: over a network of one's own there is no TLS.
    if window.is_secure_context() {
        let _ = window.navigator().clipboard().write_text(text);
    } else {
        let _ = copy_as_selected(&window, text);
    }
}

/// Copies as somebody does who selects a text; the focus goes back to where it was.
fn copy_as_selected(window: &web_sys::Window, text: &str) -> Option<()> {
    let document: web_sys::HtmlDocument = window.document()?.dyn_into().ok()?;
    let focused =
        document.active_element().and_then(|element| element.dyn_into::<web_sys::HtmlElement>().ok());
    let field = document.create_element("textarea").ok()?.dyn_into::<web_sys::HtmlTextAreaElement>().ok()?;
    field.set_class_name("hidden");
    field.set_value(text);
    document.body()?.append_child(&field).ok()?;
    field.select();
    let _ = document.exec_command("copy");
    field.remove();
    focused?.focus().ok()
}

/// A text nobody else makes up: for retries.
pub(crate) fn unique() -> String {
    let part = || (js_sys::Math::random() * f64::from(u32::MAX)) as u32;
    format!("{:08x}{:08x}{:08x}", part(), part(), part())
}

/// How long ago, as people say it.
pub(crate) fn ago(at: i64) -> String {
    let minutes = (now() - at) / 60_000;
    match minutes {
        ..1 => "just now".to_owned(),
        1 => "a minute ago".to_owned(),
        2..60 => format!("{minutes} minutes ago"),
        60..120 => "an hour ago".to_owned(),
        120..1440 => format!("{} hours ago", minutes / 60),
        1440..2880 => "yesterday".to_owned(),
        _ => format!("{} days ago", minutes / 1440),
    }
}

/// A day as this browser writes it.
pub(crate) fn day(at: i64) -> String {
    let date = js_sys::Date::new(&JsValue::from_f64(at as f64));
    String::from(date.to_locale_date_string("default", &JsValue::UNDEFINED))
}

/// A moment as this browser writes it.
pub(crate) fn moment(at: i64) -> String {
    let date = js_sys::Date::new(&JsValue::from_f64(at as f64));
    String::from(date.to_locale_string("default", &JsValue::UNDEFINED))
}

/// The time of day of a moment, with its day where that is not today: games go on for weeks.
pub(crate) fn time(at: i64) -> String {
    let (date, today) = (js_sys::Date::new(&JsValue::from_f64(at as f64)), js_sys::Date::new_0());
    let time = format!("{:02}:{:02}", date.get_hours(), date.get_minutes());
    match date.to_date_string() == today.to_date_string() {
        true => time,
        false => format!("{} {time}", day(at)),
    }
}

/// This browser's time zone: `Europe/Rome`.
pub(crate) fn time_zone() -> Option<String> {
    let options = js_sys::Intl::DateTimeFormat::default().resolved_options();
    js_sys::Reflect::get(&options, &"timeZone".into()).ok()?.as_string()
}

/// Asks the browser's push service to let a server with this key in; an error is in words for people.
pub(crate) async fn subscribe(key: &str) -> Result<ferrata_wire::Address, String> {
    let words = |error: JsValue| {
        let message = js_sys::Reflect::get(&error, &"message".into()).ok().and_then(|text| text.as_string());
        message.unwrap_or_else(|| "it does not say why".to_owned())
    };
    let ask = || -> Result<js_sys::Promise, JsValue> {
        let ask: js_sys::Function =
            js_sys::Reflect::get(&js_sys::global(), &"ferrataSubscribe".into())?.dyn_into()?;
        ask.call1(&JsValue::NULL, &key.into())?.dyn_into()
    };
    let answer = wasm_bindgen_futures::JsFuture::from(ask().map_err(words)?).await.map_err(words)?;
    let told: serde_json::Value = answer
        .as_string()
        .and_then(|text| serde_json::from_str(&text).ok())
        .ok_or("its answer cannot be read")?;
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let keys = told.get("keys").cloned().unwrap_or_default();
    let key = |name: &str| keys.get(name).map(text).unwrap_or_default();
    Ok(ferrata_wire::Address::Push {
        endpoint: told.get("endpoint").map(text).unwrap_or_default(),
        p256dh: key("p256dh"),
        auth: key("auth"),
    })
}
