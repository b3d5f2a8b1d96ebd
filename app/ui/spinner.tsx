/** Decorative: the text next to it describes the state. */
export function Spinner() {
	return (
		<span
			className="size-[1.25em] border-[.18em] border-r-transparent rounded-[50%] [animation:turn_0.8s_linear_infinite]"
			aria-hidden="true"
		/>
	)
}
