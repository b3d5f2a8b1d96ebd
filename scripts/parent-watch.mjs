// Notices that the process that started this one has ended.
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
 * npm runs a script through a shell. A signal for npm ends that shell and never reaches the script; SIGKILL for npm reaches neither. So a
 * script started by npm watches both. Without npm nothing is watched: a server may be meant to outlive its shell.
 * @returns stops watching
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
