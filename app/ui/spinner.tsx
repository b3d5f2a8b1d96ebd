/** Decoration only: the text beside it says what is going on. */
export function Spinner() {
	return <span className="spinner" aria-hidden="true" />
}
