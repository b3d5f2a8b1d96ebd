import { Form, useNavigation, useSubmit } from 'react-router'

import { Button } from '#app/ui/button.tsx'
import { Options } from '#app/ui/field.tsx'

type Choices = readonly (readonly [value: string, label: string])[]

type QuerySelectProps = {
	action: string
	/** Accessible name. */
	label: string
	name: string
	value: string
	groups: readonly (readonly [label: string, choices: Choices])[]
	/** Other parts of the page's query; null for one without a value. */
	kept?: Readonly<Record<string, string | null>>
}

/** Select whose value becomes the page's query once it's chosen; without JavaScript, with a button. */
export function QuerySelect({ action, label, name, value, groups, kept = {} }: QuerySelectProps) {
	const submit = useSubmit()
	const { location } = useNavigation()
	const chosen = location?.pathname === action ? new URLSearchParams(location.search).get(name) : null
	return (
		<Form action={action} method="get" className="flex min-w-0 gap-3">
			<select
				name={name}
				aria-label={label}
				value={chosen ?? value}
				onChange={({ currentTarget }) => void submit(currentTarget.form, { replace: true })}
				className="control w-auto max-w-80 min-w-0"
			>
				{groups.map(
					([group, choices]) =>
						choices.length > 0 && (
							<optgroup key={group} label={group}>
								<Options options={choices} />
							</optgroup>
						),
				)}
			</select>
			{Object.entries(kept).map(([key, each]) => each !== null && <input key={key} type="hidden" name={key} value={each} />)}
			<noscript>
				<Button type="submit" variant="secondary">
					Show
				</Button>
			</noscript>
		</Form>
	)
}
