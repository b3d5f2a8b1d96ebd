/** Dispatched to the window once everything typed is saved: use-unsent-text.ts then lets the page be left. */
export const ALL_SAVED = 'launchway:all-saved'
