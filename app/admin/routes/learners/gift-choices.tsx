import { Checkbox } from '#app/ui/choice.tsx'

type Typed = Readonly<Record<string, string>>

export const ComplimentaryItemChoices = ({ gifts, typed }: { gifts: readonly { name: string; title: string }[]; typed: Typed }) => (
	<fieldset>
		<legend className="font-semibold">Give access to</legend>
		<p className="text-soft">Nothing is charged. Choose none to add just the account.</p>
		{gifts.map(({ name, title }) => (
			<Checkbox key={name} name={name} label={title} defaultChecked={typed[name] !== undefined} />
		))}
	</fieldset>
)

/** Checkbox for emailing the people who are added. Checked by default; after a refusal, it keeps the operator's choice. */
export const MailChoice = ({ label, hint, typed }: { label: string; hint: string; typed: Typed }) => (
	<Checkbox name="mails" label={label} hint={hint} defaultChecked={Object.keys(typed).length === 0 || typed.mails !== undefined} />
)
