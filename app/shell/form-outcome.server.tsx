import type { ReactNode } from 'react'

import type { FormAnswer, FormRefusal, ShownOutcome } from '#contracts/given-part.ts'

function Message({ title, text, next, children }: FormAnswer & { children?: ReactNode }) {
	return (
		<div className="page grid min-h-[60vh] content-center justify-items-start gap-6 py-12">
			<h1>{title}</h1>
			<p className="max-w-read text-lg">{text}</p>
			{children}
			<a className="btn btn-secondary" href={next.href}>
				{next.label}
			</a>
		</div>
	)
}

/** Shows the submitted values, so that they can be copied: this page doesn't contain the form. */
const Typed = ({ values, problems }: FormRefusal) => (
	<dl className="grid gap-3">
		{Object.keys({ ...values, ...problems }).map((name) => (
			<div key={name}>
				<dt className="font-semibold">{name}</dt>
				<dd>{values[name]}</dd>
				{problems[name] && <dd className="font-semibold text-danger-ink">{problems[name]}</dd>}
			</div>
		))}
	</dl>
)

export function describeOutcome(outcome: ShownOutcome) {
	if ('answer' in outcome) return { title: outcome.answer.title, main: <Message {...outcome.answer} /> }
	const { refusal } = outcome
	const { title, text, next } = refusal
	if (next === null) return { title, refusal }
	const main = (
		<Message title={title} text={text} next={next}>
			<Typed {...refusal} />
		</Message>
	)
	return { title, main }
}
