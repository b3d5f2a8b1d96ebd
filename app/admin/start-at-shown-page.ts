/** Sets the URL to that of the page shown. After a refused form post without script, it is still the form's target. */
export function setUrlToShownPage(): void {
	const shown = document.querySelector<HTMLInputElement>('input[name="form_page"]')?.value
	if (shown !== undefined && shown !== window.location.pathname + window.location.search) window.history.replaceState(null, '', shown)
}
