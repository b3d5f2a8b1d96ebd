import { useRef } from 'react'

import type { WelcomeVideo } from '#content/find-welcome-video.ts'

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

export function WelcomePlayer({ video, startAt, onPosition, onEnd, onUnplayable }: WelcomePlayerProps) {
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
