"""Groups of tasks: stopped whatever they do, and ended together."""

import asyncio

from net.tasks import stop, together

reported = []


def listen():
    loop = asyncio.get_event_loop()
    reported.clear()
    loop.set_exception_handler(lambda loop, context: reported.append(repr(context["exception"])))


async def fail():
    raise ValueError("now")


async def stay():
    await asyncio.Event().wait()


async def stubborn():
    while True:
        try:
            await stay()
        except asyncio.CancelledError:
            continue


async def fail_at_the_end():
    try:
        await stay()
    finally:
        raise ValueError("at the end")


async def begun(*functions):
    tasks = [asyncio.create_task(function()) for function in functions]
    await asyncio.sleep_ms(0)
    await asyncio.sleep_ms(0)
    return tasks


async def test_tasks_that_failed_before_or_fail_now_are_stopped_and_reported_once():
    listen()
    tasks = await begun(fail, stay, fail_at_the_end, stay)
    await stop(tasks)
    await asyncio.sleep_ms(1)
    assert [task.done() for task in tasks] == [True] * 4
    assert reported == ["ValueError('now',)", "ValueError('at the end',)"]


async def test_a_task_that_does_not_end_is_reported_and_left():
    listen()
    tasks = await begun(stubborn, stay)
    await stop(tasks, 20)
    assert [task.done() for task in tasks] == [False, True]
    assert len(reported) == 1 and reported[0].startswith("OSError"), reported


async def test_who_is_cancelled_while_it_stops_others_stops_them_all_and_learns_it():
    listen()
    ended = []

    async def slow():
        try:
            await stay()
        finally:
            await asyncio.sleep_ms(5)
            ended.append(1)

    tasks = await begun(slow, slow)
    (stopping,) = await begun(lambda: stop(tasks))
    stopping.cancel()
    try:
        await stopping
        raise AssertionError("it was cancelled")
    except asyncio.CancelledError:
        assert ended == [1, 1]
    assert reported == []


async def test_a_task_may_stop_the_group_that_it_is_of():
    listen()
    tasks = await begun(stay)

    async def leave():
        await stop(tasks)

    tasks.append(asyncio.create_task(leave()))
    await tasks[1]
    assert tasks[0].done()


async def test_tasks_that_belong_together_end_with_the_first_and_its_error_comes_out():
    listen()
    ended = []

    async def other():
        try:
            await stay()
        finally:
            ended.append(1)

    try:
        await together([other(), fail(), other()])
        raise AssertionError("one has failed")
    except ValueError as e:
        assert e.args == ("now",)
    await together([other(), asyncio.sleep_ms(1)])
    (running,) = await begun(lambda: together([other(), other()]))
    await asyncio.sleep_ms(0)
    running.cancel()
    try:
        await running
        raise AssertionError("it was cancelled")
    except asyncio.CancelledError:
        pass
    assert ended == [1] * 5
    assert reported == []
