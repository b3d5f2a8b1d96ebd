import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'

import { Disclosure } from '#app/ui/disclosure.tsx'
import type { Moment, Part } from '#server/console/shell/moment.ts'

import { StateBadge, Time, type Tone } from './format.tsx'

function OnePart({ part }: { part: Exclude<Part, { code: string }> }) {
	if (typeof part === 'string') return part
	if ('state' in part) return <StateBadge word={part.state} {...(part.tone && { tone: part.tone })} />
	if ('at' in part) return <Time at={part.at} />
	return <Link to={part.href}>{part.words}</Link>
}

/** True for ids and codes of a payment provider, shown for support. */
const isCode = (part: Part): part is { code: string } => typeof part === 'object' && 'code' in part

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

export function Timeline({ moments }: { moments: readonly Moment[] }) {
	const ordered = moments.toSorted((one, other) => toSecond(one.at) - toSecond(other.at)).toReversed()
	return (
		<ol className="grid gap-4">
			{ordered.map(({ at, what, notes = [], tone }, place) => (
				// Counted from the oldest: new events come on top, and the others keep their key.
				<TimelineItem key={ordered.length - place} tone={tone}>
					<p className="text-sm text-soft">
						<Time at={at} />
					</p>
					<p>
						{[what].flat().map((part, index) =>
							isCode(part) ? null : (
								<Fragment key={index}>
									{index > 0 && ' '}
									<OnePart part={part} />
								</Fragment>
							),
						)}
					</p>
					{[what].flat().map((part) =>
						isCode(part) ? (
							<Disclosure key={part.code} summary="Details">
								<code className="text-sm wrap-anywhere">{part.code}</code>
							</Disclosure>
						) : null,
					)}
					{notes.map((note) => note && <p key={note}>{note}</p>)}
				</TimelineItem>
			))}
		</ol>
	)
}
