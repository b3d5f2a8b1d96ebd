/** Honeypot field that people neither see nor reach. If it is filled in, the server stores nothing. */
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
