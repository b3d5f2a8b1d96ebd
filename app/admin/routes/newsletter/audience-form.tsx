import { useState } from 'react'

import { ActionForm } from '#app/admin/ui/action-form.tsx'
import { useHydrated } from '#app/lib/use-hydrated.ts'
import { TextField } from '#app/ui/field.tsx'
import { readAudienceRows, writeAudienceRows } from '#domain/newsletter/audience-rows.ts'
import type { AudienceGroup } from '#server/console/newsletter/audience-form.ts'
import type { AudienceReach } from '#server/services/people/newsletter-issues/issue-counts.ts'

import { type Chosen, Conditions, phraseChosen, ShowTotal } from './audience-conditions.tsx'
import { describeLeftOut, formatAudience } from './newsletter-parts.tsx'
import { AUDIENCE_COUNT_MESSAGES, useAudienceCount } from './use-audience-count.ts'

/** Describes the audience and its size, recounted with each choice. */
function LiveTotal({ groups, chosen, asked }: { groups: readonly AudienceGroup[]; chosen: Chosen; asked: AudienceReach | null }) {
	const hasScript = useHydrated()
	const counted = useAudienceCount(new URLSearchParams(writeAudienceRows(chosen)).toString())
	if (!hasScript) return <ShowTotal asked={asked} />
	if (chosen.rows.every(({ value }) => value === '')) return <p role="status">Choose a condition.</p>
	const phrase = phraseChosen(groups, chosen)
	return (
		<p role="status">{`${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}: ${counted.is === 'counted' ? `${formatAudience(counted)} ${describeLeftOut(counted)}` : AUDIENCE_COUNT_MESSAGES[counted.is]}`}</p>
	)
}

type FieldsProps = {
	groups: readonly AudienceGroup[]
	first: Chosen
	errors: Readonly<Record<string, string | undefined>>
	asked: AudienceReach | null
}

function Fields({ groups, first, errors, asked }: FieldsProps) {
	const [chosen, setChosen] = useState(first)
	return (
		<>
			<Conditions groups={groups} chosen={chosen} errors={errors} onChange={setChosen} />
			<LiveTotal groups={groups} chosen={chosen} asked={asked} />
		</>
	)
}

type AudienceFormProps = {
	action: string
	hidden: Readonly<Record<string, string>>
	audience: { name: string; chosen: Chosen; groups: readonly AudienceGroup[]; nameLength: number }
}

/** Form for a saved audience. */
export const AudienceForm = ({ action, hidden, audience: { name, chosen, groups, nameLength } }: AudienceFormProps) => (
	<ActionForm action={action} label="Save audience" hidden={hidden}>
		{({ typed, errors, shown, field }) => (
			<>
				<TextField {...field('name')} label="Name" defaultValue={typed.name ?? name} maxLength={nameLength} required />
				<Fields
					groups={groups}
					first={typed.name === undefined ? chosen : readAudienceRows(typed)}
					errors={errors}
					asked={(shown ?? null) as AudienceReach | null}
				/>
			</>
		)}
	</ActionForm>
)
