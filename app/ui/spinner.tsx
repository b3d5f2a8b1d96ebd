/** Decorative: the text next to it describes the state. */
export function Spinner() {
	return <span className="spinner" aria-hidden="true" />
}
