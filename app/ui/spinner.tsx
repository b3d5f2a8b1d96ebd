/** Decoration only: whoever shows it also says in words what is going on. */
export function Spinner() {
	return <span className="spinner" aria-hidden="true" />
}
