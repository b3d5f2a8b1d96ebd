import { type ComponentType, useEffect, useRef, useState } from 'react'

import { Button } from '#app/ui/button.tsx'
import { CheckedList } from '#app/ui/checked-list.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { ProgressBar } from '#app/ui/progress-bar.tsx'
import { SpritePicture } from '#app/ui/sprite-picture.tsx'
import type { WelcomeVideo } from '#content/find-welcome-video.ts'
import type { TrialPage } from '#content/schema/free-trial.ts'

import { PanelHead } from './panel-head.tsx'
import { useTrial } from './trial-record.ts'

/** Interval for saving the position: short enough to resume, and without constant writes. */
const SECONDS_BETWEEN_NOTES = 5

type WelcomePlayerProps = {
	video: WelcomeVideo
	startAt: number
	onPosition: (seconds: number) => void
	onEnd: () => void
	/** Called if the file is missing or the browser can't play its format. */
	onUnplayable: () => void
}

function WelcomePlayer({ video, startAt, onPosition, onEnd, onUnplayable }: WelcomePlayerProps) {
	const noted = useRef(startAt)
	const note = (seconds: number) => {
		noted.current = seconds
		onPosition(Math.floor(seconds))
	}
	return (
		// oxlint-disable-next-line jsx-a11y/media-has-caption -- a library video may lack captions; the slides have the same content
		<video
			src={video.src}
			controls
			preload="metadata"
			playsInline
			className="aspect-video w-full bg-ink"
			onLoadedMetadata={({ currentTarget }) => {
				if (startAt < currentTarget.duration - 1) currentTarget.currentTime = startAt
			}}
			onTimeUpdate={({ currentTarget: { currentTime } }) => {
				if (Math.abs(currentTime - noted.current) >= SECONDS_BETWEEN_NOTES) note(currentTime)
			}}
			onPause={({ currentTarget }) => !currentTarget.ended && note(currentTarget.currentTime)}
			onEnded={onEnd}
			onError={onUnplayable}
		>
			{video.tracks.map((track, index) => (
				<track key={track.srcLang} kind="captions" {...track} default={index === 0} />
			))}
		</video>
	)
}

type WelcomeSlidesProps = {
	words: TrialPage['welcome']
	/** Zero-based. A stored index that is too high shows the last slide. */
	index: number
	onMove: (index: number) => void
	onFinish: () => void
}

/** Welcome, shown as slides. Each new slide is announced to screen readers. */
export function WelcomeSlides({ words, index, onMove, onFinish }: WelcomeSlidesProps) {
	const total = words.slides.length
	const at = Math.min(index, total - 1)
	const isLast = at === total - 1
	const nextButton = useRef<HTMLButtonElement>(null)
	const slide = words.slides[at]
	const [parts, setParts] = useState<{ Picture: ComponentType<{ part: number }> } | null>(null)

	// Loads the pictures when the welcome opens. They are decorative, so a failed import is ignored.
	useEffect(() => {
		import('./welcome-picture.tsx').then(
			({ WelcomePicture }) => setParts({ Picture: WelcomePicture }),
			() => {},
		)
	}, [])
	useEffect(() => {
		const onKeyDown = ({ key }: KeyboardEvent) => {
			if (key === 'ArrowRight' && at < total - 1) onMove(at + 1)
			if (key === 'ArrowLeft' && at > 0) onMove(at - 1)
		}
		document.addEventListener('keydown', onKeyDown)
		return () => document.removeEventListener('keydown', onKeyDown)
	}, [at, total, onMove])

	function goBack() {
		onMove(at - 1)
		// On the first slide Previous is disabled and would lose focus.
		if (at === 1) nextButton.current?.focus()
	}

	return (
		<>
			<ProgressBar label={words.progressLabel} value={at + 1} max={total} />
			<p className="mt-2 text-soft">{words.slideOf.replace('{n}', String(at + 1)).replace('{total}', String(total))}</p>
			<div className="mt-4 aspect-[16/7] max-h-64 w-full">{parts && <parts.Picture part={at} />}</div>
			<div aria-live="polite" className="mt-5 min-h-64">
				<h3>{slide?.title}</h3>
				{slide?.lines.map((line) => (
					<p key={line} className="mt-3">
						{line}
					</p>
				))}
			</div>
			<div className="mt-6 flex flex-wrap justify-between gap-4">
				<Button variant="secondary" disabled={at === 0} onClick={goBack}>
					{words.previous}
				</Button>
				<Button ref={nextButton} onClick={() => (isLast ? onFinish() : onMove(at + 1))}>
					{isLast ? words.finish : words.next}
				</Button>
			</div>
		</>
	)
}

type WelcomePanelProps = { words: TrialPage['welcome']; video: WelcomeVideo | null }

export function WelcomePanel({ words, video }: WelcomePanelProps) {
	const { record, change } = useTrial()
	const [isOpen, setOpen] = useState(false)
	const [isUnplayable, setUnplayable] = useState(false)
	const close = () => setOpen(false)

	function finish() {
		change({ type: 'welcome-finished' })
		close()
	}

	return (
		<>
			<PanelHead title={words.title} intro={words.text} />
			<div className="mt-8 grid gap-x-14 gap-y-10 lg:grid-cols-2">
				<div className="self-start">
					<SpritePicture name="studio" className="aspect-video w-full" align="xMidYMid slice" />
					<p className="flex flex-wrap items-center justify-between gap-4 bg-spruce p-5 text-lg font-semibold text-on-spruce">
						<Button size="lg" onClick={() => setOpen(true)}>
							<Icon name="play" />
							{words.watchLabel}
						</Button>
						{words.length}
					</p>
				</div>
				<section>
					<h3>{words.takeawaysTitle}</h3>
					<CheckedList items={words.takeaways} className="mt-4 gap-3" />
				</section>
			</div>
			<div className="mt-10 max-w-read">
				<Disclosure summary={words.readLabel}>
					<div className="prose">
						{words.slides.map((slide) => (
							<section key={slide.title} className="mb-6">
								<h3 className="mb-2">{slide.title}</h3>
								{slide.lines.map((line) => (
									<p key={line} className="mb-3">
										{line}
									</p>
								))}
							</section>
						))}
					</div>
				</Disclosure>
			</div>
			<Dialog title={words.dialogTitle} isOpen={isOpen} onClose={close}>
				{video && !isUnplayable ? (
					<WelcomePlayer
						video={video}
						startAt={record.welcome.seconds}
						onPosition={(seconds) => change({ type: 'seconds', seconds })}
						onEnd={() => change({ type: 'welcome-finished' })}
						onUnplayable={() => setUnplayable(true)}
					/>
				) : (
					<>
						{isUnplayable && (
							<p className="mb-4" role="status">
								{words.unplayable}
							</p>
						)}
						<WelcomeSlides
							words={words}
							index={record.welcome.slide}
							onMove={(slide) => change({ type: 'slide', slide })}
							onFinish={finish}
						/>
					</>
				)}
			</Dialog>
		</>
	)
}
