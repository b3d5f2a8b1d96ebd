import { type FormEvent, useEffect, useState } from 'react'

import { SegmentFields } from '#app/admin/ui/segment-fields.tsx'
import { Button } from '#app/ui/button.tsx'
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

/** Counts the subscribers matching the current choices. A late response never replaces a newer one. */
function useCount(chosen: Chosen): Counted {
	const [counted, setCounted] = useState<Counted>({ is: 'counting' })
	useEffect(() => {
		const asking = new AbortController()
		const show = (next: Counted) => {
			if (!asking.signal.aborted) setCounted(next)
		}
		const timer = setTimeout(() => {
			askCount(chosen, asking.signal).then(show, () => show({ is: 'unknown' }))
		}, DEBOUNCE_MS)
		return () => {
			clearTimeout(timer)
			asking.abort()
		}
	}, [chosen])
	return counted
}

function Count({ chosen }: { chosen: Chosen }) {
	const counted = useCount(chosen)
	const words = { counting: 'Counting…', unknown: 'We couldn’t count the recipients. Change the audience to try again.' }
	return (
		<p role="status" className="col-span-full">
			{counted.is === 'counted' ? formatAudience(counted) : words[counted.is]}
		</p>
	)
}

type AudienceFieldsProps = {
	choices: readonly SegmentChoice[]
	chosen: Chosen
	/** Count from the server, for browsers without JavaScript. */ total: Audience | null
}

export function AudienceFields({ choices, chosen: first, total }: AudienceFieldsProps) {
	const [chosen, setChosen] = useState<Chosen>(() => Object.fromEntries(choices.map(({ name }) => [name, first[name] ?? ''])))
	function choose({ target }: FormEvent<HTMLFieldSetElement>) {
		if (target instanceof HTMLSelectElement) setChosen((before) => ({ ...before, [target.name]: target.value }))
	}
	const [isAlive, setIsAlive] = useState(false)
	useEffect(() => setIsAlive(true), [])
	return (
		<fieldset id="audience" className="grid gap-x-4 gap-y-3 border border-line p-4 sm:grid-cols-2" onChange={choose}>
			<legend className="px-1 font-semibold">Audience</legend>
			<SegmentFields choices={choices} chosen={first} />
			{isAlive ? (
				<Count chosen={chosen} />
			) : (
				<div className="flex flex-wrap items-center gap-4">
					<Button type="submit" name="do" value="count" variant="secondary" formNoValidate>
						Show total
					</Button>
					{total !== null && <p role="status">{formatAudience(total)}</p>}
				</div>
			)}
		</fieldset>
	)
}
