//! Games of 18ESP recorded on 18xx.games, replayed with a comparison after every action.

use crate::common::replays_without_difference;

/// Rules: 18ESP-D-01, 18ESP-D-02, 18ESP-D-26, 18ESP-D-28, 18ESP-D-34
#[test]
fn a_game_with_the_random_set_up_that_ended_with_the_second_eight() {
    replays_without_difference("18ESP", "18ESP_game_end_second_eight");
}

/// Rules: 18ESP-D-01, 18ESP-D-21, 18ESP-D-29, 18ESP-D-34
#[test]
fn a_generated_game_with_the_standard_set_up() {
    replays_without_difference("18ESP", "gen-18ESP-core-401");
}
