//! Live updates from the server. The browser resumes a broken stream where it stopped.

use ferrata_wire::LiveEvent;
use leptos::prelude::set_timeout;
use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Event, EventSource, MessageEvent};

/// How long to wait before a stream that the server refused is opened again.
const PATIENCE: Duration = Duration::from_secs(3);

/// What a stream tells.
pub(crate) enum News {
    /// It is open (again).
    Open,
    /// It is broken and will come back.
    Broken,
    /// Something happened.
    Event(LiveEvent),
}

type Listener = Rc<RefCell<dyn FnMut(News)>>;

/// An open stream; it closes when dropped.
pub(crate) struct Live(Rc<RefCell<Option<Open>>>);

struct Open {
    source: EventSource,
    _events: Vec<Closure<dyn FnMut(MessageEvent)>>,
    _states: [Closure<dyn FnMut(Event)>; 2],
}

impl Live {
    /// Listens to a stream.
    pub(crate) fn listen(path: String, listener: impl FnMut(News) + 'static) -> Live {
        let live = Live(Rc::default());
        open(&live.0, path, Rc::new(RefCell::new(listener)));
        live
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        if let Some(open) = self.0.borrow_mut().take() {
            open.source.close();
        }
    }
}

fn open(place: &Rc<RefCell<Option<Open>>>, path: String, listener: Listener) {
    let Ok(source) = EventSource::new(&path) else { return };
    let mut events = Vec::new();
    for name in LiveEvent::NAMES {
        let listener = listener.clone();
        let heard = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            // What cannot be read comes from a newer server; the page is to be loaded anew then.
            let read = event.data().as_string().and_then(|text| LiveEvent::read(name, &text).ok());
            if let Some(event) = read {
                (listener.borrow_mut())(News::Event(event));
            }
        });
        let _ = source.add_event_listener_with_callback(name, heard.as_ref().unchecked_ref());
        events.push(heard);
    }
    let opened = {
        let listener = listener.clone();
        Closure::<dyn FnMut(Event)>::new(move |_| (listener.borrow_mut())(News::Open))
    };
    let broken = {
        let (weak, source) = (Rc::downgrade(place), source.clone());
        Closure::<dyn FnMut(Event)>::new(move |_| {
            (listener.borrow_mut())(News::Broken);
            // Closed for good: the server answered with an error. Otherwise the browser tries again itself.
            if source.ready_state() == EventSource::CLOSED {
                let (weak, path, listener) = (weak.clone(), path.clone(), listener.clone());
                let again = move || {
                    if let Some(place) = weak.upgrade().filter(|place| place.borrow().is_some()) {
                        open(&place, path, listener);
                    }
                };
                set_timeout(again, PATIENCE);
            }
        })
    };
    source.set_onopen(Some(opened.as_ref().unchecked_ref()));
    source.set_onerror(Some(broken.as_ref().unchecked_ref()));
    *place.borrow_mut() = Some(Open { source, _events: events, _states: [opened, broken] });
}
