/* The time that work still takes, by what is done of it. Pure functions. */

/** Seconds of work before anything is said, and parts that are done. */
const [LEAST_SECONDS, LEAST_DONE] = [2, 3];

/** Seconds that are left; null as long as too little is done to say.
    @param {number} done since `seconds` ago @param {number} left @param {number} seconds */
export const secondsLeft = (done, left, seconds) => (done < LEAST_DONE || seconds < LEAST_SECONDS ? null : Math.ceil(seconds / done * left));

/** Seconds as minutes and seconds: 1:05. @param {number} seconds */
export const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
