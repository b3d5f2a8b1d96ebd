/** `unreachable`: the provider gave no verdict, or our own configuration is wrong; then no one is let through. */
export type CaptchaVerdict = 'passed' | 'refused' | 'unreachable'

/** Asks the captcha provider about an answer. @param clientAddress where it came from */
export type CaptchaCheck = (token: string, clientAddress: string) => Promise<CaptchaVerdict>
