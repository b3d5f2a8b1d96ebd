import { storageKeys } from '#app/lib/storage-keys.ts'

declare global {
	interface Window {
		/** Buttons and links clicked before hydration; null afterwards. Created by the script in the head. */
		launchwayEarly?: HTMLElement[] | null
	}
}

/**
 * Records clicks before hydration for `replayEarlyClicks`. Also blocks form submissions, which would put the input into the URL. Handles
 * the cookie banner's buttons immediately, because the 404 page never hydrates. Links that need JavaScript have `data-alive`.
 */
export const recordEarlyClicks =
	`window.launchwayEarly=[];addEventListener("click",function(e){var q=window.launchwayEarly,b=q&&e.target.closest&&e.target.closest("button:not([popovertarget],[commandfor]),a[data-alive]");` +
	`if(b&&!(b.href&&(e.ctrlKey||e.metaKey||e.shiftKey))){e.preventDefault();e.stopPropagation();var c=b.dataset.cookies;` +
	`if(c){try{localStorage.setItem(${JSON.stringify(storageKeys.cookieConsent)},c)}catch{}delete document.documentElement.dataset.asksCookies}` +
	`else{var i=q.indexOf(b);if(i>=0)q.splice(i,1);q.push(b)}}},true);`

/** Replays early clicks, in the order of each button's last click. Called once, after hydration. */
export async function replayEarlyClicks(): Promise<void> {
	const held = window.launchwayEarly ?? []
	window.launchwayEarly = null
	for (const button of held) {
		if (button.isConnected) button.click()
		// Lets React render the click's changes before the next click.
		await Promise.resolve()
	}
}
