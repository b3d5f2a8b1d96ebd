/**
 * Sets the URL to that of the shown page: when a form submitted without script is refused, the form's URL responds with the page
 * it came from.
 */
export function setUrlToShownPage(): void {
	const shown = document.querySelector<HTMLInputElement>('input[name="form_page"]')?.value
	if (shown !== undefined && shown !== window.location.pathname + window.location.search) window.history.replaceState(null, '', shown)
}
