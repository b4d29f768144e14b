pragma solidity 0.8.16;

contract TipJar {
    address payable public immutable barista;

    event Tipped(address indexed from, uint256 amount);

    constructor(address payable barista_) {
        require(barista_ != address(0));
        barista = barista_;
    }

    receive() external payable {
        emit Tipped(msg.sender, msg.value);
    }

    // Anyone may call it: the money goes to the barista in any case.
    function empty() external {
        (bool ok, ) = barista.call{value: address(this).balance}("");
        require(ok, "failed");
    }
}
