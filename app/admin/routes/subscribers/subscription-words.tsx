import { CalendarDate, StateBadge, Time } from '#app/admin/ui/format.tsx'

const TONES = { pending: 'warn', confirmed: 'good', unsubscribed: 'calm', suppressed: 'bad' } as const

export const SubscriptionState = ({ status }: { status: keyof typeof TONES }) => <StateBadge word={status} tone={TONES[status]} />

/** Confirmed subscribers whose consent covers only new articles get no newsletters. */
export const describeMissingConsent = (row: { status: keyof typeof TONES; coversNewsletters: boolean }) =>
	row.status === 'confirmed' && !row.coversNewsletters ? 'no newsletters' : undefined

/** Time of consent or confirmation. For a proof that the operator entered or imported, it is a date. */
export const ConsentTime = ({ at: { at, isDay } }: { at: { at: Date; isDay: boolean } }) =>
	isDay ? <CalendarDate at={at} /> : <Time at={at} />
