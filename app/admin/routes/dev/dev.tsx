import { Fact, Facts } from '#app/admin/ui/format.tsx'
import { SandboxFrame } from '#app/admin/ui/sandbox-frame.tsx'
import { useStandaloneData } from '#app/admin/ui/use-given.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { DevPage } from '#server/http/dev/outbox.ts'

type OutboxProps = Extract<DevPage, { page: 'outbox' }>

const Message = ({ id, hasHtml, sentAt, entry }: OutboxProps['messages'][number]) => (
	<article className="grid gap-3">
		<h2 className="text-xl">{entry.subject || 'Text message'}</h2>
		<Facts>
			<Fact name="To">{entry.to}</Fact>
			<Fact name="Channel">{entry.channel}</Fact>
			<Fact name="Status">{entry.status}</Fact>
			<Fact name="Time">
				<time dateTime={entry.created_at}>{sentAt}</time>
			</Fact>
		</Facts>
		<div className={hasHtml ? 'grid gap-4 lg:grid-cols-2' : undefined}>
			{hasHtml && (
				<iframe
					sandbox=""
					loading="lazy"
					title={`${entry.subject} as HTML`}
					src={`/dev/outbox/${id}/html`}
					className="h-160 w-full min-w-0 border border-line-strong"
				/>
			)}
			<pre className="message-text min-w-0 font-mono">{entry.body}</pre>
		</div>
	</article>
)

const Outbox = ({ messages, to, hasMail }: OutboxProps) => (
	<>
		<form method="get" className="filter">
			<TextField id="to" name="to" type="text" label="Only messages to" defaultValue={to ?? ''} autoComplete="off" />
			<Button type="submit" variant="secondary">
				Show
			</Button>
		</form>
		{hasMail && (
			<p>
				<a href="/dev/mail">All emails with sample data</a>
			</p>
		)}
		<p role="status">
			{messages.length === 0 ? 'No messages yet.' : messages.length === 1 ? '1 message' : `${messages.length} messages, newest first`}
		</p>
		<ul className="grid gap-8">
			{messages.map((message) => (
				<li key={message.id} className="border-t border-line-strong pt-6">
					<Message {...message} />
				</li>
			))}
		</ul>
	</>
)

const Mails = ({ samples }: Extract<DevPage, { page: 'mails' }>) => (
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

/** Shows an email with its headers, in an iframe that has its own content security policy. */
const Mail = ({ sample: { template, subject, text, headers = {} } }: Extract<DevPage, { page: 'mail' }>) => (
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

const TITLES = { outbox: 'Outbox', mails: 'Emails' } as const

/** Development server's pages, such as the outbox. They work without JavaScript. */
export default function DevRoute() {
	const page = useStandaloneData<DevPage>()
	const title = page.page === 'mail' ? page.sample.template : TITLES[page.page]
	return (
		<SandboxFrame mode="sandbox" banner="SANDBOX: nothing on this page has left this computer" title={title}>
			{page.page === 'outbox' && <Outbox {...page} />}
			{page.page === 'mails' && <Mails {...page} />}
			{page.page === 'mail' && <Mail {...page} />}
		</SandboxFrame>
	)
}
