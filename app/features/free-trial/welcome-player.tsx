import { useRef } from 'react'

export type WelcomeVideo = { src: string; captions: string }

/** Returns the URLs of the video and its captions, both in public/media. */
export const findWelcomeVideo = (fileName: string | null): WelcomeVideo | null =>
	fileName === null ? null : { src: `/media/${fileName}`, captions: `/media/${fileName.replace(/\.\w+$/, '')}.vtt` }

/** Interval for saving the position: precise enough to resume, without writing all the time. */
const SECONDS_BETWEEN_NOTES = 5

type WelcomePlayerProps = {
	video: WelcomeVideo
	captionsLabel: string
	startAt: number
	onPosition: (seconds: number) => void
	onEnd: () => void
	/** Called if the file is missing or the browser can't play its format. */
	onUnplayable: () => void
}

export function WelcomePlayer({ video, captionsLabel, startAt, onPosition, onEnd, onUnplayable }: WelcomePlayerProps) {
	const noted = useRef(startAt)
	const note = (seconds: number) => {
		noted.current = seconds
		onPosition(Math.floor(seconds))
	}
	return (
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
			<track kind="captions" src={video.captions} srcLang="en" label={captionsLabel} default />
		</video>
	)
}
