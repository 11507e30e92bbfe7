//! The table at the moment one looks at.

use ferrata_client::timeline::Timeline;
use ferrata_engine::offer::Offer;
use ferrata_engine::turn::Title;
use ferrata_engine::view::View;
use ferrata_titles::Game;
use leptos::prelude::*;
use std::sync::Arc;

/// The table at the moment one looks at.
#[derive(Clone, Debug)]
pub(crate) struct Moment {
    /// After which record.
    pub number: u64,
    /// Whether that is now.
    pub live: bool,
    /// Counts changes of the timeline, for comparison.
    version: u32,
    pub game: Arc<Game>,
    pub view: Arc<View>,
    /// What may be done then.
    pub offers: Arc<Vec<Offer>>,
}

impl PartialEq for Moment {
    fn eq(&self, other: &Moment) -> bool {
        (self.number, self.live, self.version) == (other.number, other.live, other.version)
    }
}

/// The table after a record.
pub(super) fn look(timeline: RwSignal<Timeline>, at: Option<u64>, version: u32) -> Moment {
    timeline.with(|timeline| {
        let last = timeline.len();
        let number = at.map_or(last, |at| at.min(last));
        let game = timeline.game_at(number).unwrap_or_else(|| timeline.game());
        let live = at.is_none();
        let offers = if live { game.offers() } else { Vec::new() };
        Moment {
            number,
            live,
            version,
            view: Arc::new(game.view()),
            offers: Arc::new(offers),
            game: Arc::new(game.clone()),
        }
    })
}
