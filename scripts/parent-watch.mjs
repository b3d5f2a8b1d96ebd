// Detects that this process's parent has ended.
import fs from 'node:fs'

const INTERVAL_MS = 200

function parentOf(pid) {
	try {
		const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
		return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
	} catch {
		return null // not Linux, or just ended
	}
}

/**
 * Detects the end of npm. A signal to npm ends its shell but never reaches the script, and a SIGKILL to npm reaches neither, so both
 * are watched. Without npm nothing is watched: a server may be meant to outlive its shell.
 * @returns a function that stops watching
 */
export function watchNpm(onGone) {
	if (!process.env.npm_lifecycle_event) return () => {}
	const shell = process.ppid
	const npm = parentOf(shell)
	const timer = setInterval(() => {
		if (process.ppid === shell && parentOf(shell) === npm) return
		clearInterval(timer)
		onGone()
	}, INTERVAL_MS)
	return () => clearInterval(timer)
}
