import { formatMoney } from '#domain/pricing/money.ts'
import { isUuid } from '#server/db/database.ts'

export type PropertyChange = { name: string; before: string | null; after: string }

const NOTHING = 'none'

/** Labels of properties. Unlisted ones, such as IDs and versions, aren't shown. */
const NAMES: Readonly<Record<string, string>> = {
	action: 'Action',
	address: 'Address',
	alt: 'Description',
	applied: 'Imported',
	bytes: 'Size',
	cents: 'Amount',
	confirmed: 'Subscribed',
	count: 'People',
	course: 'Course',
	delay: 'Delay',
	due_at: 'Goes live',
	email: 'Email',
	emailed: 'Invited by email',
	erases_at: 'Deleted on',
	expiresAt: 'Ends',
	factors: 'Second factors',
	files: 'Files',
	invited: 'Asked by email',
	issued: 'Issued',
	kind: 'Kind',
	language: 'Language',
	name: 'Name',
	off: 'Discount',
	passkeys: 'Passkeys',
	perEmailLimit: 'Uses per person',
	release: 'Release',
	role: 'Role',
	rows: 'Rows',
	sessions: 'Sessions',
	shared: 'Shared',
	sort: 'Sorted by',
	starts_at: 'Starts',
	startsAt: 'Starts',
	state: 'Status',
	status: 'Status',
	timeZone: 'Time zone',
	title: 'Title',
	to: 'Assigned to',
	totalLimit: 'Total uses',
	until: 'Until',
}

const STATES: Readonly<Record<string, string>> = {
	refund_pending: 'refund on its way',
	partially_refunded: 'partly refunded',
	later: 'snoozed',
}

type Facts = Readonly<Record<string, unknown>>
export type NameFormatters = {
	formatTime: (at: Date) => string
	currency: string
	nameFile: (path: string) => string
	nameAction: (name: string) => string
}

const TIME = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/

function formatOff(off: unknown, currency: string): string | null {
	if (typeof off !== 'object' || off === null) return null
	const { percent, amountCents } = off as Facts
	if (typeof percent === 'number') return `${percent}% off`
	return typeof amountCents === 'number' ? `${formatMoney(amountCents, currency)} off` : null
}

function formatNumber(name: string, value: number, { currency }: NameFormatters): string {
	if (name === 'cents') return formatMoney(value, currency)
	if (name === 'bytes') return value < 1_000_000 ? `${Math.ceil(value / 1000)} kB` : `${(value / 1e6).toFixed(1)} MB`
	return value.toLocaleString('en-US')
}

/** Formats a property; null if it can't be shown. */
function formatFact(name: string, value: unknown, naming: NameFormatters): string | null {
	if (name === 'off') return formatOff(value, naming.currency)
	if (typeof value === 'boolean') return value ? 'yes' : 'no'
	if (typeof value === 'number') return formatNumber(name, value, naming)
	if (Array.isArray(value)) {
		const words = value.flatMap((each) =>
			typeof each === 'string' ? [name === 'files' ? naming.nameFile(each) : each.replaceAll('_', ' ')] : [],
		)
		return words.length === 0 ? NOTHING : words.join(', ')
	}
	if (typeof value !== 'string' || value === '') return null
	if (TIME.test(value)) return naming.formatTime(new Date(value))
	if (isUuid(value)) return null
	if (name === 'action') return naming.nameAction(value)
	return STATES[value] ?? (name === 'state' || name === 'status' ? value.replaceAll('_', ' ') : value)
}

const toFacts = (value: unknown): Facts => (typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Facts) : {})

export function describeLogChanges(entry: { before: unknown; after: unknown }, naming: NameFormatters): PropertyChange[] {
	const [before, after] = [toFacts(entry.before), toFacts(entry.after)]
	return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key): PropertyChange[] => {
		const name = NAMES[key]
		if (name === undefined) return []
		const [was, is] = [formatFact(key, before[key], naming), formatFact(key, after[key], naming)]
		if (was === is) return []
		if (!(key in before)) return [{ name, before: null, after: is ?? NOTHING }]
		if (!(key in after)) return [{ name: `${name} before`, before: null, after: was ?? NOTHING }]
		return [{ name, before: was ?? NOTHING, after: is ?? NOTHING }]
	})
}

/** Formats a change such as `Status: from paid to refund on its way`. */
export const formatChange = ({ name, before, after }: PropertyChange): string =>
	before === null ? `${name}: ${after}` : `${name}: from ${before} to ${after}`
