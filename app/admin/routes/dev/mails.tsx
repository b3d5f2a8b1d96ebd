import { Fact, Facts } from '#app/admin/ui/facts.tsx'
import type { DevPage } from '#server/http/dev/outbox.ts'

export const Mails = ({ samples }: Extract<DevPage, { page: 'mails' }>) => (
	<>
		<p>
			{'Every email your academy sends, with sample data. '}
			<a href="/dev/outbox">See sent messages</a>
		</p>
		<ul>
			{samples.map(({ template, subject }) => (
				<li key={template} className="border-t border-line py-3">
					<a href={`/dev/mail/${template}`}>{template}</a>
					<br />
					{subject}
				</li>
			))}
		</ul>
	</>
)

/** Shows an email and its headers, in an iframe with its own content security policy. */
export const Mail = ({ sample: { template, subject, text, headers = {} } }: Extract<DevPage, { page: 'mail' }>) => (
	<>
		<p>
			<a href="/dev/mail">All emails</a>
		</p>
		<Facts>
			{Object.entries({ Subject: subject, ...headers }).map(([name, value]) => (
				<Fact key={name} name={name}>
					{value}
				</Fact>
			))}
		</Facts>
		<h2 className="text-xl">HTML</h2>
		<iframe
			sandbox=""
			title={`${template} as HTML`}
			src={`/dev/mail/${template}/html`}
			className="h-160 w-full border border-line-strong"
		/>
		<h2 className="text-xl">Text</h2>
		<pre className="message-text font-mono">{text}</pre>
	</>
)
