import { StateBadge, type Tone } from '#app/admin/ui/format.tsx'

const TONES = new Map<string, Tone>([
	['paid', 'good'],
	['failed', 'bad'],
	['canceled', 'bad'],
])

export const PayoutState = ({ payout: { status, isLive } }: { payout: { status: string; isLive: boolean } }) => (
	<>
		<StateBadge word={status} tone={TONES.get(status) ?? 'calm'} />
		{!isLive && <span className="text-soft"> test</span>}
	</>
)
