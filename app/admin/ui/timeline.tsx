import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'

import type { TimelineEvent, TimelineText } from '#server/console/shell/timeline.ts'

import { StateBadge, Time, type Tone, useDayFormat } from './format.tsx'

function OnePart({ part }: { part: Exclude<TimelineText, { code: string }> }) {
	if (typeof part === 'string') return part
	if ('state' in part) return <StateBadge word={part.state} {...(part.tone && { tone: part.tone })} />
	if ('at' in part) return <Time at={part.at} />
	return <Link to={part.href}>{part.words}</Link>
}

/** True for IDs and codes of a payment provider, shown for support. */
const isCode = (part: TimelineText): part is { code: string } => typeof part === 'object' && 'code' in part

/** Payment providers return whole seconds, so events within one second keep the given order. */
const toSecond = (time: Date) => Math.floor(time.getTime() / 1000)

const EDGES: Record<Tone, string> = {
	calm: 'border-line-strong',
	good: 'border-spruce-ink',
	warn: 'border-sun',
	bad: 'border-danger-ink',
}

export const TimelineItem = ({
	tone = 'calm',
	className = '',
	children,
}: {
	tone?: Tone | undefined
	className?: string
	children: ReactNode
}) => <li className={`border-l-[.1875rem] pl-4 wrap-anywhere ${EDGES[tone]} ${className}`}>{children}</li>

function Entry({ moment: { at, what, notes = [], tone } }: { moment: TimelineEvent }) {
	const parts = [what].flat()
	return (
		<TimelineItem tone={tone}>
			<p>
				<span className="text-sm text-soft">
					<Time at={at} isOfDay />
				</span>
				{parts.map((part, index) =>
					isCode(part) ? null : (
						<Fragment key={index}>
							{' '}
							<OnePart part={part} />
						</Fragment>
					),
				)}
			</p>
			{parts.map((part) =>
				isCode(part) ? (
					<details key={part.code} className="text-sm">
						<summary className="w-fit cursor-pointer text-soft">Details</summary>
						<code>{part.code}</code>
					</details>
				) : null,
			)}
			{notes.map((note) => note && <p key={note}>{note}</p>)}
		</TimelineItem>
	)
}

/** Events by day, newest first. */
export function Timeline({ moments }: { moments: readonly TimelineEvent[] }) {
	const formatDay = useDayFormat()
	const ordered = moments.toSorted((one, other) => toSecond(one.at) - toSecond(other.at)).toReversed()
	const days = Map.groupBy(ordered, ({ at }) => formatDay(at))
	return [...days].map(([day, ofDay]) => (
		<Fragment key={day}>
			<h3>{day}</h3>
			<ol className="grid gap-3">
				{ofDay.map((moment, place) => (
					// Counted from the oldest: new events come on top, and the others keep their key.
					<Entry key={ofDay.length - place} moment={moment} />
				))}
			</ol>
		</Fragment>
	))
}
