/** What a page says after something was done, by the word in its address. */
export const SAID: ReadonlyMap<string, string> = new Map([['signed-out', 'You are signed out.']])
