/**
 * Sets the URL to that of the shown page. Without this, after a refused form submitted without script, it would still be the form's target.
 */
export function setUrlToShownPage(): void {
	const shown = document.querySelector<HTMLInputElement>('input[name="form_page"]')?.value
	if (shown !== undefined && shown !== window.location.pathname + window.location.search) window.history.replaceState(null, '', shown)
}
