import { spawn } from 'node:child_process'

/**
 * Starts a shell that waits on a pipe held only by this process. However this process ends, the pipe closes and the shell shuts
 * the server down.
 * @returns a function to call before an orderly stop, after which the shell exits without doing anything
 */
export function startLifeline(pid: number): () => void {
	// By then, the pid may belong to another process.
	const isPostgres = `[ ! -d /proc/self ] || [ "$(cat /proc/${pid}/comm 2>/dev/null)" = postgres ]`
	const shell = spawn('/bin/sh', ['-c', `read -r word; [ "$word" = bye ] && exit 0; { ${isPostgres}; } && kill -INT ${pid}`], {
		detached: true,
		stdio: ['pipe', 'ignore', 'ignore'],
		cwd: '/',
	})
	shell.on('error', () => {})
	shell.unref()
	const pipe = shell.stdin as typeof shell.stdin & { unref?: () => void }
	pipe.unref?.()
	pipe.on('error', () => {})
	return () => pipe.end('bye\n')
}
