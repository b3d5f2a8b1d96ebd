import { use } from 'react'

import { ConsoleIcon, ICON_BUTTON, type ConsoleIconName } from '#app/admin/ui/console-icon.tsx'
import { Button } from '#app/ui/button.tsx'
import type { FormCommand } from '#server/console/content/json-form.ts'

import { FieldsContext } from './fields-context.ts'

type CommandsProps = { commands: readonly FormCommand[] }

const nameOf = ({ label, about }: FormCommand) => (about === undefined ? label : `${label}: ${about}`)

function useButtonOf() {
	const { action } = use(FieldsContext)
	return ({ value, to }: FormCommand) => ({ name: 'do', value, formAction: `${action}#${to}` }) as const
}

/** Buttons that change the form, such as Add. Without JavaScript, the browser scrolls to the part that the form's URL names. */
export function CommandButtons({ commands }: CommandsProps) {
	const buttonOf = useButtonOf()
	if (commands.length === 0) return null
	return (
		<p className="flex flex-wrap gap-x-4">
			{commands.map((command) => (
				<Button
					key={command.value}
					type="submit"
					variant="quiet"
					{...buttonOf(command)}
					aria-label={command.about === undefined ? undefined : nameOf(command)}
				>
					{command.label}
				</Button>
			))}
		</p>
	)
}

const ICONS = ['up', 'down', 'remove'] as const satisfies readonly ConsoleIconName[]

/** Buttons that move or remove an entry in a list of texts, as icons next to its field. */
export function CommandIcons({ commands }: CommandsProps) {
	const buttonOf = useButtonOf()
	return ICONS.map((icon) => {
		const command = commands.find(({ value }) => value.startsWith(`${icon} `))
		// Keeps the fields of a list equally wide: its first entry can't move up.
		if (!command) return <span key={icon} className="size-11 max-md:hidden" />
		return (
			<button key={icon} {...buttonOf(command)} type="submit" className={ICON_BUTTON} aria-label={nameOf(command)} title={command.label}>
				<ConsoleIcon name={icon} />
			</button>
		)
	})
}
