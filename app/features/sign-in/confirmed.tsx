import { Callout } from '#app/ui/callout.tsx'

/** Replaces the code field once the code was correct. */
export function Confirmed() {
	return (
		<Callout tone="good" role="status" title="You are signed in">
			<p>Your progress is now saved to your account.</p>
		</Callout>
	)
}
