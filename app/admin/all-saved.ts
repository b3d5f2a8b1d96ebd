/** Dispatched to the window once all typed text is saved: use-unsent-text.ts then allows leaving the page. */
export const ALL_SAVED = 'launchway:all-saved'
