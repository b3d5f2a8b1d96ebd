import { type FormEvent, useEffect, useState } from 'react'

import { useHydrated } from '#app/lib/use-hydrated.ts'
import { Button } from '#app/ui/button.tsx'
import { Select } from '#app/ui/field.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import type { SegmentChoice, SegmentWords } from '#server/console/subscribers/segment-form.ts'
import type { Audience } from '#server/services/people/newsletter-issues/issues.ts'

import { formatAudience } from './newsletter-parts.tsx'

/** Debounce before the server counts the audience. */
const DEBOUNCE_MS = 250

type Chosen = Partial<SegmentWords>
type Counted = { is: 'counting' } | ({ is: 'counted' } & Audience) | { is: 'unknown' }

async function askCount(chosen: Chosen, signal: AbortSignal): Promise<Counted> {
	const query = new URLSearchParams(Object.entries(chosen).filter(([, value]) => value !== ''))
	const answer = await fetch(`${consolePaths.audience}?${query.toString()}`, { signal })
	if (!answer.ok) return { is: 'unknown' }
	return { is: 'counted', ...((await answer.json()) as Audience) }
}

/** Counts the subscribers matching the current choices. A count is never returned for other choices. */
function useCount(chosen: Chosen): Counted {
	const [last, setLast] = useState<{ of: Chosen; counted: Counted } | null>(null)
	useEffect(() => {
		const asking = new AbortController()
		const show = (counted: Counted) => {
			if (!asking.signal.aborted) setLast({ of: chosen, counted })
		}
		const timer = setTimeout(() => {
			askCount(chosen, asking.signal).then(show, () => show({ is: 'unknown' }))
		}, DEBOUNCE_MS)
		return () => {
			clearTimeout(timer)
			asking.abort()
		}
	}, [chosen])
	return last?.of === chosen ? last.counted : { is: 'counting' }
}

const WORDS = { counting: 'Counting…', unknown: 'We couldn’t count the recipients. Change the audience to try again.' }

function nameAudience(choices: readonly SegmentChoice[], chosen: Chosen): string {
	const phrases = choices.flatMap(({ name, phrase, clauses, options }) => {
		const [value, label] = options.find(([each]) => each === chosen[name]) ?? []
		return value === undefined || label === undefined ? [] : [clauses?.[value] ?? phrase.replace('{}', () => label)]
	})
	return phrases.length === 0 ? 'To all subscribers' : `To every subscriber who ${new Intl.ListFormat('en').format(phrases)}`
}

type SummaryProps = { audience: string; total: Audience | null }

/** The audience in one sentence, which opens the fields. */
const Summary = ({ audience, total }: SummaryProps) => (
	<summary className="flex min-h-(--control) w-fit cursor-pointer list-none flex-wrap items-center gap-x-1 py-1 [&::-webkit-details-marker]:hidden">
		<span>{audience}</span>
		{total !== null && <span role="status">{`· ${total.count.toLocaleString('en-US')} ${total.count === 1 ? 'person' : 'people'}`}</span>}
		<span aria-hidden="true">·</span>
		<span className="link">Change</span>
	</summary>
)

type AudienceFieldsProps = {
	choices: readonly SegmentChoice[]
	chosen: Chosen
	/** Count of the saved audience, shown until the browser has counted or another one is chosen. */
	saved: Audience | null
	/** Count that the form asked for without JavaScript. */
	asked: Audience | null
}

export function AudienceFields({ choices, chosen: first, saved, asked }: AudienceFieldsProps) {
	const [initial] = useState<Chosen>(() => Object.fromEntries(choices.map(({ name }) => [name, first[name] ?? ''])))
	const [chosen, setChosen] = useState(initial)
	function choose({ target }: FormEvent<HTMLFieldSetElement>) {
		if (target instanceof HTMLSelectElement) setChosen((before) => ({ ...before, [target.name]: target.value }))
	}
	const hasScript = useHydrated()
	const counted = useCount(chosen)
	const known = counted.is === 'counting' && chosen === initial ? (asked ?? saved) : null
	const total = counted.is === 'counted' ? counted : known
	return (
		<details open={asked !== null}>
			<Summary audience={nameAudience(choices, chosen)} total={total} />
			<fieldset className="mt-2 grid items-end gap-x-4 gap-y-3 border border-line p-4 sm:grid-cols-2 lg:grid-cols-3" onChange={choose}>
				<legend className="sr-only">Audience</legend>
				<p className="col-span-full text-soft">
					Each choice narrows the audience: a subscriber gets this email only if they match all of them.
				</p>
				{choices.map(({ name, label, hint, options }) => (
					<Select
						key={name}
						id={`segment-${name}`}
						name={name}
						label={label}
						hint={hint}
						defaultValue={first[name] ?? ''}
						emptyLabel="All"
						options={options}
					/>
				))}
				{hasScript ? (
					<p className="col-span-full">{counted.is === 'counted' ? formatAudience(counted) : WORDS[counted.is]}</p>
				) : (
					<div className="col-span-full flex flex-wrap items-center gap-4">
						<Button type="submit" name="do" value="count" variant="secondary" formNoValidate>
							Show total
						</Button>
						{asked !== null && <p role="status">{formatAudience(asked)}</p>}
					</div>
				)}
			</fieldset>
		</details>
	)
}
