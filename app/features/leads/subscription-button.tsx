import { type FormEvent, useState } from 'react'

import { Button } from '#app/ui/button.tsx'
import { Callout } from '#app/ui/callout.tsx'

const AWAY = 'We could not reach the server, so nothing has changed. Check your connection and press the button again.'
const BUSY = 'There were too many attempts from your network, so nothing has changed. Please press the button again in a few minutes.'
const TROUBLE = 'The server had a problem and could not save your answer. Please press the button again in a minute.'

type Answer = { arrivedAt: string } | { problem: string }

/** Posts to the URL of this page; the server redirects to the page to show next. */
async function postHere(): Promise<Answer> {
	try {
		const response = await fetch(window.location.href, { method: 'POST', body: new URLSearchParams() })
		if (response.redirected && response.ok) return { arrivedAt: response.url }
		return { problem: response.status === 429 ? BUSY : TROUBLE }
	} catch {
		return { problem: AWAY }
	}
}

/**
 * Posts to the URL of this page, token included. A mail's link only opens the page, so a program that follows links confirms and
 * ends nothing. The same post is the one-click endpoint of RFC 8058. Without JavaScript the browser posts the form itself; with
 * it, the page and the token stay when the server cannot be reached.
 */
export function SubscriptionButton({ label }: { label: string }) {
	const [isBusy, setIsBusy] = useState(false)
	const [problem, setProblem] = useState<string | null>(null)

	async function send() {
		setIsBusy(true)
		setProblem(null)
		const answer = await postHere()
		if ('arrivedAt' in answer) return window.location.assign(answer.arrivedAt)
		setIsBusy(false)
		setProblem(answer.problem)
	}

	function submit(event: FormEvent) {
		event.preventDefault()
		if (!isBusy) void send()
	}

	return (
		<form method="post" onSubmit={submit} className="grid justify-items-start gap-4">
			{problem !== null && (
				<Callout tone="danger" role="alert" title="Not done yet">
					<p className="max-w-read">{problem}</p>
				</Callout>
			)}
			<Button type="submit" size="lg" pending={isBusy}>
				{problem === null ? label : `Try again: ${label}`}
			</Button>
		</form>
	)
}
