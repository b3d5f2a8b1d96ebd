/** A field that people neither see nor reach. Only programs fill it in; the server then stores nothing. */
export function Honeypot() {
	return (
		<div className="absolute -left-[200vw] h-px w-px overflow-hidden" aria-hidden="true">
			<label>
				Website
				<input type="text" name="website" tabIndex={-1} autoComplete="off" />
			</label>
		</div>
	)
}
