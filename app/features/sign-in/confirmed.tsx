import { Callout } from '#app/ui/callout.tsx'

/** Stands where the code was asked for, once it was right. */
export function Confirmed() {
	return (
		<Callout tone="good" role="status" title="You are signed in">
			<p>Your progress is now saved to your account.</p>
		</Callout>
	)
}
