import { StateBadge, useDayFormat } from '#app/admin/ui/format.tsx'
import type { AccessState } from '#server/services/learning/entitlements/entitlements.ts'

const ACCESS = {
	active: { word: 'has access', tone: 'good' },
	suspended: { word: 'suspended', tone: 'warn' },
	ended: { word: 'ended', tone: 'calm' },
	none: { word: 'free lessons only', tone: 'calm' },
} as const

export const AccessBadge = ({ access }: { access: AccessState }) => <StateBadge {...ACCESS[access]} />

/** End of access next to its badge, such as “Ends Dec 31, 2026”. */
export function AccessEnd({ at, isOver }: { at: Date; isOver: boolean }) {
	const formatDay = useDayFormat()
	return <time dateTime={at.toISOString()}>{` ${isOver ? '' : 'Ends '}${formatDay(at)}`}</time>
}
