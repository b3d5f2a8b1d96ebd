import { Callout } from '#app/ui/callout.tsx'

export const StillUpdating = () => (
	<Callout role="status">
		These figures are still updating, the newest days first. Reload this page in a minute: until then they may be too low or out of date.
	</Callout>
)
