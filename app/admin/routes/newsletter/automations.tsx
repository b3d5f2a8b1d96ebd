import { Link, useLoaderData } from 'react-router'

import { load } from '#app/admin/load.server.ts'
import { ActionForm } from '#app/admin/ui/action-form.tsx'
import { Fact, Facts, StateBadge } from '#app/admin/ui/format.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { consolePaths, fileAddress } from '#contracts/console-paths.ts'
import { readAutomations } from '#server/console/lifecycle/lifecycle.ts'

import { MailPreview } from './mail-preview.tsx'
import { NewsletterTabs } from './newsletter-parts.tsx'

export const loader = load(readAutomations)

type Automation = Awaited<ReturnType<typeof loader>>['automations'][number]

const Automation = ({ automation: { name, title, when, ends, isOn, subject, text } }: { automation: Automation }) => (
	<section className="grid gap-3" aria-labelledby={name}>
		<h2 id={name}>
			{title} <StateBadge word={isOn ? 'on' : 'off'} tone={isOn ? 'good' : 'calm'} />
		</h2>
		<Facts>
			<Fact name="Subject">{subject}</Fact>
			<Fact name="Sent">{when}</Fact>
			<Fact name="Not sent if">{ends}</Fact>
		</Facts>
		<Disclosure summary="Preview">
			<MailPreview src={`${consolePaths.lifecycle}/${name}/preview`} title={`Preview of “${subject}”`} />
			<h3>Plain text</h3>
			<div className="message-text">{text}</div>
		</Disclosure>
		<div className="flex flex-wrap items-center gap-x-4 gap-y-2">
			<ActionForm
				action={`${consolePaths.lifecycle}/${name}`}
				label={isOn ? 'Turn off' : 'Turn on'}
				hidden={{ on: isOn ? 'no' : 'yes' }}
				tone="secondary"
			/>
			<ActionForm action={`${consolePaths.lifecycle}/${name}/test`} label="Send me a test" tone="secondary" />
			<Link to={`${fileAddress('lifecycle.json')}#f-${name}`}>Edit the text</Link>
		</div>
	</section>
)

export default function AutomationsPage() {
	const { automations } = useLoaderData<typeof loader>()
	return (
		<Page title="Automations" heading="Emails">
			<NewsletterTabs />
			<p>Each automation emails a subscriber once, only if they agreed to emails, and counts as their one email of the week.</p>
			{automations.map((automation) => (
				<Automation key={automation.name} automation={automation} />
			))}
		</Page>
	)
}
