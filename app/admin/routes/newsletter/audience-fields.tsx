import { useState } from 'react'
import { Link } from 'react-router'

import { useHydrated } from '#app/lib/use-hydrated.ts'
import { Select } from '#app/ui/field.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { hasLeftConditions, phraseAudience, readAudienceRows, writeAudienceRows } from '#domain/newsletter/audience-rows.ts'
import { countNoun } from '#domain/reading/count-noun.ts'
import type { AudienceGroup } from '#server/console/newsletter/audience-form.ts'
import type { AudienceReach } from '#server/services/people/newsletter-issues/issue-counts.ts'

import { Conditions, type Chosen as Conditioned, phraseChosen, ShowTotal } from './audience-conditions.tsx'
import { ChangeToggle, describeLeftOut, formatAudience, formatSubscriberCount } from './newsletter-parts.tsx'
import { AUDIENCE_COUNT_MESSAGES, useAudienceCount } from './use-audience-count.ts'

const CUSTOM = 'custom'

/** `audience`: ID of a saved audience, `custom` for the conditions, or empty for all subscribers. */
type Chosen = Conditioned & { audience: string }
type SavedAudience = { id: string; name: string; phrase: string }

/** Returns the choices that a refused form contained. */
const readTyped = (typed: Readonly<Record<string, string>>): Chosen => ({
	audience: typed.audience ?? '',
	...readAudienceRows(hasLeftConditions(typed) ? {} : typed),
})

const toQuery = ({ audience, ...conditions }: Chosen) =>
	new URLSearchParams(audience === CUSTOM ? { audience, ...writeAudienceRows(conditions) } : audience === '' ? {} : { audience }).toString()

const ALL_SUBSCRIBERS = phraseAudience('all', [])

type SummaryProps = { audience: string; total: AudienceReach | null }

/** Summary of the audience in one sentence. A click shows the fields. */
const Summary = ({ audience, total }: SummaryProps) => (
	<ChangeToggle>
		<span>{audience}</span>
		{total !== null && (
			<>
				{' '}
				<span role="status">{`· ${countNoun(total.count, 'person', 'people')}`}</span>
			</>
		)}
	</ChangeToggle>
)

type AudienceFieldsProps = {
	issue: string
	groups: readonly AudienceGroup[]
	audiences: readonly SavedAudience[]
	first: { saved: string | null } & Conditioned
	typed: Readonly<Record<string, string>>
	errors: Readonly<Record<string, string | undefined>>
	/** Count of the stored audience, shown until the browser has counted or another one is chosen. */
	counted: AudienceReach | null
	/** Count that the form asked for without JavaScript. */
	asked: AudienceReach | null
}

function namePhrase(audiences: readonly SavedAudience[], groups: readonly AudienceGroup[], chosen: Chosen): string {
	const saved = audiences.find(({ id }) => id === chosen.audience)
	if (saved) return `To ${saved.name}: ${saved.phrase}`
	if (chosen.audience !== CUSTOM) return 'To all subscribers'
	const phrase = phraseChosen(groups, chosen)
	return `To ${phrase === ALL_SUBSCRIBERS ? 'subscribers who …' : phrase}`
}

/** Opens a form that saves the chosen conditions under a name, for this email and others. */
const SaveLink = ({ issue, chosen: { audience, ...conditions } }: { issue: string; chosen: Chosen }) =>
	audience === CUSTOM &&
	conditions.rows.some(({ value }) => value !== '') && (
		<Link to={`${consolePaths.newAudience}?${new URLSearchParams({ issue, ...writeAudienceRows(conditions) }).toString()}`}>
			Save this audience
		</Link>
	)

/**
 * Says who matches but doesn't get the email. Not inside the collapsed fields, because many operators expect an email to
 * reach all learners.
 */
const LeftOut = ({ total, hasAudience }: { total: AudienceReach; hasAudience: boolean }) => (
	<p className="text-sm text-soft">
		{total.others > 0 && `${formatSubscriberCount(total.others)} didn’t agree to newsletters. `}
		{`${describeLeftOut(total)} `}
		{!hasAudience && <Link to={consolePaths.newAudience}>Make an audience</Link>}
	</p>
)

export function AudienceFields({ issue, groups, audiences, first, typed, errors, counted: stored, asked }: AudienceFieldsProps) {
	const [initial] = useState<Chosen>(() =>
		typed.audience === undefined
			? { audience: first.saved ?? (first.rows.length > 0 ? CUSTOM : ''), match: first.match, rows: first.saved === null ? first.rows : [] }
			: readTyped(typed),
	)
	const [chosen, setChosen] = useState(initial)
	/** Custom conditions start as a copy of the saved audience's. */
	const change = (before: Chosen, audience: string): Chosen =>
		audience === CUSTOM && before.rows.length === 0 ? { audience, match: first.match, rows: first.rows } : { ...before, audience }
	const hasScript = useHydrated()
	const counted = useAudienceCount(toQuery(chosen))
	const known = counted.is === 'counting' && chosen === initial ? (asked ?? stored) : null
	const isEmpty = chosen.audience === CUSTOM && chosen.rows.every(({ value }) => value === '')
	const total = isEmpty ? null : counted.is === 'counted' ? counted : known
	const hasConditions = chosen.audience === CUSTOM || !hasScript
	return (
		<div>
			<details open={asked !== null || errors.audience !== undefined}>
				<Summary audience={namePhrase(audiences, groups, chosen)} total={total} />
				<fieldset className="mt-2 grid gap-4 border border-line p-4">
					<legend className="sr-only">Audience</legend>
					<Select
						id="audience"
						name="audience"
						label="Send to"
						error={errors.audience}
						value={chosen.audience}
						onChange={({ target }) => setChosen((before) => change(before, target.value))}
						emptyLabel="All subscribers"
						options={[...audiences.map(({ id, name }) => [id, name] as const), [CUSTOM, 'Custom conditions']]}
					/>
					{!hasScript && <input type="hidden" name="audience_before" value={initial.audience} />}
					{hasConditions && (
						<Conditions
							groups={groups}
							chosen={chosen}
							errors={errors}
							onChange={(conditions) => setChosen((before) => ({ ...before, ...conditions }))}
						/>
					)}
					{hasScript ? (
						<p className="flex flex-wrap gap-x-4">
							<span>
								{isEmpty ? 'Choose a condition.' : counted.is === 'counted' ? formatAudience(counted) : AUDIENCE_COUNT_MESSAGES[counted.is]}
							</span>
							<SaveLink issue={issue} chosen={chosen} />
						</p>
					) : (
						<ShowTotal asked={asked} />
					)}
				</fieldset>
			</details>
			{total !== null && <LeftOut total={total} hasAudience={chosen.audience !== ''} />}
		</div>
	)
}
