//! Who watches a decision, and may stop it at any time.

use std::ops::ControlFlow;

/// A watcher and what it is told.
pub(crate) struct Watch<'a> {
    /// Hears how many roll-outs there were.
    ask: &'a mut dyn FnMut(u32) -> ControlFlow<()>,
    /// Roll-outs so far.
    pub(crate) iterations: u32,
    stopped: bool,
}

impl<'a> Watch<'a> {
    pub(crate) fn new(ask: &'a mut dyn FnMut(u32) -> ControlFlow<()>) -> Watch<'a> {
        Watch { ask, iterations: 0, stopped: false }
    }

    /// Whether it may go on. Once stopped it stays so.
    pub(crate) fn goes_on(&mut self) -> bool {
        self.stopped = self.stopped || (self.ask)(self.iterations).is_break();
        !self.stopped
    }
}
