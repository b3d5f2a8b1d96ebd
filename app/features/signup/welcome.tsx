import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'

import { describeDownloadFailure, saveDownload } from '#app/lib/save-download.ts'
import { saveStoredUser } from '#app/lib/stored-user.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Divider } from '#app/ui/divider.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { SpritePicture } from '#app/ui/sprite-picture.tsx'
import { toast } from '#app/ui/toast-store.ts'
import type { Download } from '#content/schema/download.ts'
import type { Signup } from '#content/schema/signup.ts'

import { firstName, type SignupForm } from './use-signup.ts'

const PREVIEW_LINES = 14

function TemplateDownload({ words, template }: { words: Signup['template']; template: Download }) {
	const [isPreparing, setPreparing] = useState(false)

	async function download() {
		setPreparing(true)
		try {
			await saveDownload(template)
			toast(words.doneToast)
		} catch (error) {
			toast(describeDownloadFailure(error))
		} finally {
			setPreparing(false)
		}
	}

	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-8 sm:grid-cols-[minmax(0,1fr)_15rem]">
			<div>
				<h2>{words.title}</h2>
				<p className="mt-3">{words.text}</p>
				<Button variant="secondary" className="mt-6" pending={isPreparing} onClick={() => void download()}>
					{!isPreparing && <Icon name="download" />}
					{isPreparing ? words.busyLabel : words.buttonLabel}
				</Button>
			</div>
			<div aria-hidden="true" className="w-60 max-w-full -rotate-2 overflow-hidden border-2 border-ink bg-raised p-4">
				<pre className="max-h-56 overflow-hidden font-mono text-[0.5rem] leading-[1.7] text-soft">
					{template.previewContent.split('\n').slice(0, PREVIEW_LINES).join('\n')}
				</pre>
			</div>
		</div>
	)
}

const TONES = { 'Active Now': 'sun', 'Early Access': 'good', 'Coming Soon': 'plain' } as const

function Journey({ journey }: { journey: Signup['journey'] }) {
	return (
		<>
			<h2>{journey.title}</h2>
			<p className="mt-3 text-lg">{journey.intro}</p>
			<ol className="mt-8 grid gap-y-8 lg:grid-cols-4">
				{journey.steps.map((step) => {
					const isActive = step.badge === 'Active Now'
					return (
						<li key={step.number} className="relative pl-16 lg:pt-16 lg:pr-6 lg:pl-0">
							<span
								aria-hidden="true"
								className={`absolute top-12 -bottom-8 left-[1.3rem] border-l-4 lg:top-[1.3rem] lg:right-0 lg:bottom-auto lg:left-12 lg:border-t-4 lg:border-l-0 ${step.number === 4 ? 'hidden' : ''} ${isActive ? 'border-accent' : 'border-dotted border-line-strong'}`}
							/>
							<span
								aria-hidden="true"
								className={`absolute top-0 left-0 grid size-12 place-items-center rounded-full border-4 text-lg font-semibold ${isActive ? 'border-accent bg-accent text-on-accent' : 'border-line-strong bg-ground text-soft'}`}
							>
								{step.number}
							</span>
							<h3>{step.title}</h3>
							<p className="mt-2">
								<Badge tone={TONES[step.badge]}>{step.badge}</Badge>
							</p>
							<p className="mt-3">{step.description}</p>
						</li>
					)
				})}
			</ol>
		</>
	)
}

type WelcomeProps = {
	words: Signup
	/** Template of the career program; null if that is turned off. */
	template: Download | null
	user: SignupForm
	/** Price of the offer, such as `$47 once instead of $197`. */
	offerText: string
	/** Passed in, because a feature can't import sign-in. */
	codeEntry: ReactNode
}

export function SignupWelcome({ words, template, user, offerText, codeEntry }: WelcomeProps) {
	const { welcome, confirm } = words
	const heading = useRef<HTMLHeadingElement>(null)
	const navigate = useNavigate()
	useEffect(() => {
		heading.current?.focus()
		window.scrollTo({ top: 0 })
	}, [])

	function startModule() {
		saveStoredUser(user)
		void navigate(welcome.startButton.href)
	}

	return (
		<>
			<div className="page grid items-end gap-x-14 pt-10 lg:grid-cols-[7fr_5fr] lg:pt-16">
				<div className="pb-10 lg:pb-16">
					<h1 ref={heading} tabIndex={-1} className="text-4xl">
						{welcome.title.replace('{firstName}', firstName(user.name))}
					</h1>
					<p className="mt-5 max-w-[36rem] text-lg">{welcome.text}</p>
					<Button size="lg" className="mt-8" onClick={startModule}>
						{welcome.startButton.label}
					</Button>
				</div>
				<SpritePicture name="trailhead" align="xMidYMax slice" className="h-60 w-full lg:h-80" />
			</div>
			<div className="border-t-2 border-ink bg-raised">
				<section aria-labelledby="confirm-title" className="page grid gap-x-14 gap-y-6 py-12 lg:grid-cols-[5fr_7fr]">
					<div>
						<h2 id="confirm-title">{confirm.title}</h2>
						<p className="mt-3">{confirm.text.replace('{email}', user.email)}</p>
					</div>
					<div>
						{codeEntry}
						<p className="mt-4 text-soft">{confirm.laterNote}</p>
					</div>
				</section>
			</div>
			<div className="page grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-14 py-14 lg:grid-cols-[7fr_5fr] lg:py-20">
				{template && (
					<section>
						<TemplateDownload words={words.template} template={template} />
					</section>
				)}
				<DiscountTicket welcome={welcome} offerText={offerText} />
			</div>
			{template && (
				<>
					<Divider />
					<section className="page py-14 lg:py-20">
						<Journey journey={words.journey} />
					</section>
				</>
			)}
		</>
	)
}

/** Ticket with the price of the offer and, if there is one, a discount code. */
function DiscountTicket({ welcome, offerText }: { welcome: Signup['welcome']; offerText: string }) {
	const hasCode = welcome.discountCode !== ''
	return (
		<section
			className="self-start bg-sun text-on-sun"
			{...(hasCode ? { 'aria-labelledby': 'discount-title' } : { 'aria-label': welcome.offerLink.label })}
		>
			{hasCode && (
				<div className="border-b-4 border-dotted border-on-sun p-7">
					<h2 id="discount-title">{welcome.discountTitle}</h2>
					<p className="mt-3">{welcome.discountText}</p>
				</div>
			)}
			<div className="flex flex-wrap items-center justify-between gap-4 p-7">
				<p>
					{hasCode && <span className="block text-2xl font-semibold">{welcome.discountCode}</span>}
					{offerText}
				</p>
				<LinkButton variant="secondary" to={welcome.offerLink.href}>
					{welcome.offerLink.label}
				</LinkButton>
			</div>
		</section>
	)
}
